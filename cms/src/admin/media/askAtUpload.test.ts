// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { askForAlternativeTexts } from './AlternativeTextDialog';
import { AskAtEntryUpload } from './askAtUpload';

interface Asset {
  rawFile?: File;
  alternativeText?: string | null;
}

const admin = vi.hoisted(() => ({ onMutate: async (_upload: { assets: object }) => {} }));

vi.mock('@strapi/strapi/admin', () => ({ adminApi: {} }));
vi.mock('react', () => ({ useEffect: (run: () => void) => run() }));
vi.mock('react-query', () => ({
  useQuery: undefined,
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
