import { adminApi } from '@strapi/strapi/admin';
import { useEffect } from 'react';
import { useQueryClient } from 'react-query';
import { askForAlternativeTexts } from './AlternativeTextDialog';

/** The alternative texts of pictures, so that an upload does not ask again what was asked when the picture was chosen. */
const texts = new WeakMap<File, Promise<string>>();
/** The pictures of the next question. */
let waiting: File[] = [];
let answers: Promise<ReadonlyMap<File, string>>;

/** Asks in one dialog about all pictures for which it is called at the same moment, as Strapi uploads several. */
function ask(file: File): Promise<string> {
  if (waiting.length === 0)
    answers = Promise.resolve().then(() => {
      const files = waiting;
      waiting = [];
      return askForAlternativeTexts(files);
    });
  waiting.push(file);
  return answers.then((written) => written.get(file) ?? '');
}

/** Returns the alternative text of a picture, after asking the owner once; '' if she writes it later. */
function readText(file: File): Promise<string> {
  const text = texts.get(file) ?? ask(file);
  texts.set(file, text);
  return text;
}

/** The used part of a picture in the dialog that uploads pictures for an entry. */
interface Asset {
  rawFile?: File;
  alternativeText?: string | null;
}

/**
 * Makes the uploads of an entry's dialog wait until the owner has written what the picture shows. A component, because only
 * these have access to React Query, with which this dialog sends its uploads.
 */
export function AskAtUpload(): null {
  const queries = useQueryClient();
  useEffect(() => {
    queries.setMutationDefaults(['upload', 'upload'], {
      // The dialog sends each picture by itself.
      onMutate: async ({ assets: asset }: { assets: Asset }) => {
        if (asset.rawFile && !asset.alternativeText) asset.alternativeText = await readText(asset.rawFile);
      },
    });
  }, [queries]);
  return null;
}

interface Upload {
  formData: FormData;
}

/** The used part of the definition of the request that uploads pictures from the list of all photographs. */
export interface UploadEndpoint {
  queryFn?: (upload: Upload, ...rest: unknown[]) => unknown;
}

interface UploadApi {
  enhanceEndpoints(changes: {
    endpoints: { uploadFiles: (endpoint: UploadEndpoint | undefined) => void };
  }): unknown;
}

// Cast: Strapi adds the request to this object when the admin runs.
const api = adminApi as unknown as UploadApi;

/**
 * Makes the uploads of the list of all photographs wait until the owner has written what the pictures show.
 * @throws Error when the admin no longer has the request
 */
export function askAtUpload(): void {
  api.enhanceEndpoints({
    endpoints: {
      uploadFiles: (endpoint) => {
        const send = endpoint?.queryFn;
        if (!send) throw new Error('The admin has no request that uploads pictures.');
        endpoint.queryFn = async (upload, ...rest) => {
          const { formData } = upload;
          const files = formData.getAll('files').filter((file) => file instanceof File);
          const written = await Promise.all(files.map(readText));
          const infos: object[] = JSON.parse(String(formData.get('fileInfo')));
          const changed = infos.map((info, index) =>
            written[index] ? { ...info, alternativeText: written[index] } : info,
          );
          formData.set('fileInfo', JSON.stringify(changed));
          return send(upload, ...rest);
        };
      },
    },
  });
}

/**
 * Asks about pictures when they are chosen in the dialog of an entry. Once one has its text, the upload needs no press of its
 * own: *Add* in the question also presses the second button of the dialog, which uploads. If there is none, the owner presses it.
 */
export function askAtChoice(): void {
  document.addEventListener('change', async ({ target }) => {
    const isChoice = target instanceof HTMLInputElement && target.matches('[role="dialog"] [type="file"]');
    // The input that replaces a picture takes one file only.
    if (!isChoice || !target.multiple) return;
    const written = await Promise.all(Array.from(target.files ?? [], readText));
    if (!written.some(Boolean)) return;
    document.querySelector<HTMLElement>('[role="dialog"] footer button + button')?.click();
  });
}
