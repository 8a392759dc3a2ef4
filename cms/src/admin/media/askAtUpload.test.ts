// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { UploadEndpoint } from '../strapi/requests';
import { askForAlternativeTexts } from './AlternativeTextDialog';
import { AskAtEntryUpload, askAtUpload } from './askAtUpload';

interface Asset {
  rawFile?: File;
  alternativeText?: string | null;
}

const admin = vi.hoisted(() => ({
  endpoint: undefined as UploadEndpoint | undefined,
  onMutate: async (_upload: { assets: object }) => {},
}));

vi.mock('@strapi/strapi/admin', () => ({
  adminApi: {
    enhanceEndpoints: ({
      endpoints,
    }: {
      endpoints: { uploadFiles: (endpoint: typeof admin.endpoint) => void };
    }) => endpoints.uploadFiles(admin.endpoint),
  },
}));
vi.mock('react', () => ({ useEffect: (run: () => void) => run() }));
vi.mock('react-query', () => ({
  useQueryClient: () => ({
    setMutationDefaults: (_key: string[], { onMutate }: Pick<typeof admin, 'onMutate'>) => {
      admin.onMutate = onMutate;
    },
  }),
}));
vi.mock('./AlternativeTextDialog', () => ({ askForAlternativeTexts: vi.fn() }));

const createFile = (name: string) => new File(['bytes'], name);

/** Answers each question about these pictures by their names; the others are left for later. */
const answerWith = (texts: Record<string, string>) =>
  vi
    .mocked(askForAlternativeTexts)
    .mockImplementation(async (files) => new Map(files.map((file) => [file, texts[file.name] ?? ''])));

/** The names of the pictures in each question. */
const askedNames = () =>
  vi.mocked(askForAlternativeTexts).mock.calls.map(([files]) => files.map(({ name }) => name));

beforeEach(() => void vi.mocked(askForAlternativeTexts).mockReset());

test('asks about all pictures of an upload at once, and sends each with its text, or without one for later', async () => {
  const send = vi.fn(() => 'sent');
  admin.endpoint = { queryFn: send };
  askAtUpload();
  answerWith({ 'oven.jpg': 'The oak oven' });
  const formData = new FormData();
  const names = ['oven.jpg', 'table.jpg'];
  for (const name of names) formData.append('files', createFile(name));
  formData.append('fileInfo', JSON.stringify(names.map((name) => ({ name, alternativeText: null }))));
  expect(await admin.endpoint.queryFn?.({ formData }, 'store')).toBe('sent');
  expect(send).toHaveBeenCalledExactlyOnceWith({ formData }, 'store');
  expect(askedNames()).toEqual([names]);
  expect(JSON.parse(String(formData.get('fileInfo')))).toEqual([
    { name: 'oven.jpg', alternativeText: 'The oak oven' },
    { name: 'table.jpg', alternativeText: null },
  ]);
});

test('asks in one dialog about all pictures that the dialog of an entry uploads, and not again after a lost connection', async () => {
  AskAtEntryUpload();
  answerWith({ 'oven.jpg': 'The oak oven' });
  const assets: Asset[] = ['oven.jpg', 'table.jpg'].map((name) => ({ rawFile: createFile(name) }));
  for (const _attempt of [1, 2]) {
    await Promise.all(assets.map((asset) => admin.onMutate({ assets: asset })));
    expect(askedNames()).toEqual([['oven.jpg', 'table.jpg']]);
    expect(assets).toMatchObject([{ alternativeText: 'The oak oven' }, { alternativeText: '' }]);
  }
});
