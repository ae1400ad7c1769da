import { Columns3 } from 'lucide-react';
import { Button } from '#/web/ui/button.tsx';
import { Menu, MenuToggle } from '#/web/ui/menu.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import type { Column, Visibility } from './column.ts';

interface ColumnMenuProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'header'>[];
  readonly visibility: Visibility;
  readonly onToggle: (id: string, shown: boolean) => void;
}

/** The first column names the row and cannot be hidden. */
const ColumnMenu = ({ columns, visibility, onToggle }: ColumnMenuProps) => {
  const { common } = useUiTexts();
  return (
    <Menu
      label={common.columns}
      trigger={
        <Button kind="quiet" size="icon" className="size-control-small!">
          <Columns3 aria-hidden className="size-4" />
        </Button>
      }
    >
      {columns.slice(1).map(({ id, header }) => (
        <MenuToggle
          key={id}
          checked={visibility[id] !== false}
          onChange={(shown) => onToggle(id, shown)}
        >
          {header}
        </MenuToggle>
      ))}
    </Menu>
  );
};

export default ColumnMenu;
