import { ExternalLink, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { Select } from '#/web/ui/fields/select.tsx';
import type { ReviewedReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { useReviewTexts } from './review-texts.ts';

type ChecklistItem = ReviewedReceiver['checklist'][number];
type Kind = ChecklistItem['kind'];

interface ViewerProps extends Pick<ReviewedReceiver, 'checklist'> {
  /** Reads new links: a link expires after a minute. */
  readonly onStale: () => void;
}

/** Two files side by side; at first the first two of the checklist. */
export const DocumentViewer = ({ checklist, onStale }: ViewerProps) => {
  const { viewer } = useReviewTexts();
  const held = checklist.filter(({ file }) => file !== null);
  const [chosen, setChosen] = useState<readonly [Kind | null, Kind | null]>([null, null]);
  const paneOf = (index: 0 | 1): ChecklistItem | undefined =>
    held.find(({ kind }) => kind === chosen[index]) ?? held[index];
  const choose = (index: 0 | 1) => (kind: Kind | null) =>
    setChosen(index === 0 ? [kind, chosen[1]] : [chosen[0], kind]);
  return (
    <Card title={viewer.title}>
      <div className="grid gap-4 md:grid-cols-2 *:min-w-0">
        {([0, 1] as const).map((index) => (
          <Pane
            key={index}
            label={viewer.pane(index + 1)}
            held={held}
            shown={paneOf(index)}
            onChoose={choose(index)}
            onStale={onStale}
          />
        ))}
      </div>
    </Card>
  );
};

interface PaneProps {
  readonly label: string;
  readonly held: readonly ChecklistItem[];
  readonly shown: ChecklistItem | undefined;
  readonly onChoose: (kind: Kind | null) => void;
  readonly onStale: () => void;
}

const Pane = ({ label, held, shown, onChoose, onStale }: PaneProps) => {
  const { kinds } = useReceiverTexts();
  const { viewer } = useReviewTexts();
  return (
    <section aria-label={label} className="grid content-start gap-2">
      <Select<Kind>
        label={label}
        value={shown?.kind ?? null}
        options={held.map(({ kind }) => ({ value: kind, label: kinds[kind] }))}
        onChange={onChoose}
        className="w-full"
      />
      {shown?.file ? (
        <Shown key={shown.file.fileId} {...shown} file={shown.file} onStale={onStale} />
      ) : (
        <p className="grid h-40 place-items-center text-ink-muted">{viewer.nothing}</p>
      )}
    </section>
  );
};

interface ShownProps extends ChecklistItem {
  readonly file: NonNullable<ChecklistItem['file']>;
  readonly onStale: () => void;
}

const Shown = ({ kind, file, url, onStale }: ShownProps) => {
  const { kinds } = useReceiverTexts();
  const { viewer } = useReviewTexts();
  if (url === null) return <p className="text-ink-muted">{viewer.unavailable}</p>;
  if (file.contentType === 'application/pdf') {
    return (
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
        <ExternalLink aria-hidden className="size-4" />
        {viewer.openPdf}
      </a>
    );
  }
  return <Picture url={url} label={viewer.picture(kinds[kind])} onStale={onStale} />;
};

const ZOOMS = [1, 1.5, 2, 3, 4] as const;
/** After so many links the picture is treated as unreadable. */
const LINKS_TRIED = 3;

interface PictureProps {
  readonly url: string;
  readonly label: string;
  readonly onStale: () => void;
}

const Picture = ({ url, label, onStale }: PictureProps) => {
  const { viewer } = useReviewTexts();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  // The picture stays at its link until loading fails: another link would load the same picture again.
  const [link, setLink] = useState({ url, failed: false, tries: 1 });
  if (link.failed && link.url !== url && link.tries < LINKS_TRIED) {
    setLink({ url, failed: false, tries: link.tries + 1 });
  }
  const fail = () => {
    setLink({ ...link, failed: true });
    if (link.tries < LINKS_TRIED) onStale();
  };
  const scale = ZOOMS[zoom] ?? 1;
  return (
    <>
      <div
        // Focusable, to scroll a large picture by keyboard.
        role="region"
        aria-label={label}
        tabIndex={0}
        className="h-80 overflow-auto rounded-md border border-line bg-sunken"
      >
        {link.failed ? (
          <p className="p-4 text-ink-muted">{viewer.unavailable}</p>
        ) : (
          <img
            src={link.url}
            alt={label}
            onError={fail}
            className="mx-auto h-full object-contain transition-transform"
            style={{
              width: `${scale * 100}%`,
              height: `${scale * 100}%`,
              maxWidth: 'none',
              transform: `rotate(${turns * 90}deg)`,
            }}
          />
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="icon"
          aria-label={viewer.zoomOut}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <ZoomOut aria-hidden className="size-4" />
        </Button>
        <Button
          size="icon"
          aria-label={viewer.zoomIn}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn aria-hidden className="size-4" />
        </Button>
        <Button size="icon" aria-label={viewer.rotate} onClick={() => setTurns(turns + 1)}>
          <RotateCw aria-hidden className="size-4" />
        </Button>
      </div>
    </>
  );
};
