import { useId, useState } from 'react';
import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import {
  chooseOver,
  flagGroups,
  gatingFlags,
  isSameFlags,
  presets,
  withFlag,
  type Preset,
} from './flags.ts';
import { useMayGive } from './staff-context.ts';
import { useStaffTexts } from './staff-texts.ts';

interface PermissionMatrixProps {
  readonly flags: readonly PermissionFlag[];
  readonly onFlags: (flags: readonly PermissionFlag[]) => void;
}

/** Flags that the user lacks cannot be changed. */
export const PermissionMatrix = ({ flags, onFlags }: PermissionMatrixProps) => {
  const texts = useStaffTexts();
  const mayGive = useMayGive();
  return (
    <div className="grid gap-4 *:min-w-0">
      <Presets flags={flags} onFlags={onFlags} />
      {!permissionFlags.every(mayGive) && <p className="text-ink-muted">{texts.onlyHeld}</p>}
      {flagGroups.map((group) => (
        <fieldset key={group.name} className="grid gap-1 *:min-w-0">
          <legend className="mb-1 text-sm font-semibold">{texts.groups[group.name]}</legend>
          {group.flags.map((flag) => (
            <FlagBox
              key={flag}
              flag={flag}
              isOn={flags.includes(flag)}
              onToggle={(isOn) => onFlags(withFlag(flags, flag, isOn))}
            />
          ))}
        </fieldset>
      ))}
      <p role="status" className="text-ink-muted">
        {flags.length === 0
          ? texts.noFlags
          : texts.flagsChosen(flags.length, permissionFlags.length)}
      </p>
    </div>
  );
};

/** Buttons that choose the flags of a preset. If the user may not give all of them, a note lists those left out. */
const Presets = ({ flags, onFlags }: PermissionMatrixProps) => {
  const texts = useStaffTexts();
  const mayGive = useMayGive();
  const label = useId();
  const [pressed, setPressed] = useState<Preset>();
  const flagsOf = (preset: Preset) => chooseOver(flags, preset.flags, mayGive);
  // Once single flags are changed, the preset is not chosen any more.
  const chosen = pressed && isSameFlags(flags, flagsOf(pressed)) ? pressed : undefined;
  const missing = chosen ? chosen.flags.filter((flag) => !flags.includes(flag)) : [];
  const press = (preset: Preset) => {
    setPressed(preset);
    onFlags(flagsOf(preset));
  };
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        {texts.presets}
      </span>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button
            key={preset.name}
            size="small"
            aria-pressed={preset === chosen}
            onClick={() => press(preset)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {texts.preset[preset.name]}
          </Button>
        ))}
      </div>
      <p role="status" className="text-xs text-ink-muted empty:hidden">
        {missing.length > 0 &&
          texts.presetLacks(missing.map((flag) => texts.names[flag]).join(', '))}
      </p>
    </div>
  );
};

interface FlagBoxProps {
  readonly flag: PermissionFlag;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

/** The whole row can be pressed. */
const FlagBox = ({ flag, isOn, onToggle }: FlagBoxProps) => {
  const texts = useStaffTexts();
  const mayGive = useMayGive()(flag);
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="relative flex min-h-control items-start gap-3 py-1.5">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={!mayGive}
        aria-describedby={noteId}
        onChange={({ target }) => onToggle(target.checked)}
        className="relative z-10 mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium after:absolute after:inset-0">
          {texts.names[flag]}{' '}
          {!gatingFlags.includes(flag) && <Badge tone="neutral">{texts.noPage}</Badge>}
        </label>
        <p id={noteId} className="text-xs text-ink-muted">
          {texts.notes[flag]} {!mayGive && texts.notHeld}
        </p>
      </div>
    </div>
  );
};
