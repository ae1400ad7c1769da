import { Button } from '#/web/ui/button.tsx';
import { OverPage } from './over-page.tsx';
import { useOwnAccessTexts } from './own-access-texts.ts';

/** Hides a page whose browser acts as another membership or person by now, and offers to reload it. */
const OtherMember = () => {
  const { otherMember: texts } = useOwnAccessTexts();
  return (
    <OverPage title={texts.title} text={texts.text} failure={undefined} hidesPage>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {texts.reload}
      </Button>
    </OverPage>
  );
};

export default OtherMember;
