import 'sonner/dist/styles.css';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import type { UploadLink } from '#/domain/ports/file-storage.ts';
import '#/web/backoffice/styles.css';
import type { FileToUpload } from '#/web/lib/upload.ts';
import { Upload } from '#/web/ui/upload.tsx';

/** Gets the link from the server of the test, which serves this page too. */
const linkFor = async (
  { contentType, size }: FileToUpload,
  signal: AbortSignal,
): Promise<UploadLink> => {
  const query = new URLSearchParams({ contentType, size: String(size) });
  return (await fetch(`/link?${query.toString()}`, { signal })).json();
};

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <main className="mx-auto max-w-md p-4">
    <h1 className="mb-4 text-lg font-semibold">Documentos</h1>
    <Upload
      label="Frente do documento"
      accept={['image/png', 'application/pdf']}
      maxBytes={1_000_000}
      link={linkFor}
      onUploaded={(_link, file) => {
        document.title = `uploaded ${file.name}`;
      }}
    />
    <Toaster />
  </main>,
);
