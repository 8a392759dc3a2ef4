import { beforeEach, expect, test, vi } from 'vitest';
import { openDialog } from '../components/openDialog';
import { askBeforePublishing } from './askBeforePublishing';

vi.mock('../components/ActionDialog', () => ({ ActionDialog: () => null }));
vi.mock('../components/openDialog', () => ({ openDialog: vi.fn() }));

interface DialogProps {
  explanation: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Answers the question by pressing one of its buttons, and returns its explanation. */
function press(button: 'onConfirm' | 'onClose') {
  const explanations: string[] = [];
  vi.mocked(openDialog).mockImplementation(
    (createDialog) =>
      new Promise((resolve) => {
        const { props }: { props: DialogProps } = createDialog(resolve);
        explanations.push(props.explanation);
        void props[button]();
      }),
  );
  return explanations;
}

beforeEach(() => void vi.mocked(openDialog).mockReset());

test.each([
  ['onConfirm', true],
  ['onClose', false],
] as const)(
  'asks before a phone number is published that the site doesn’t understand, and after %s answers %j',
  async (button, isPublished) => {
    const explanations = press(button);
    expect(await askBeforePublishing('contact-phone', { description: 'Call us' })).toBe(isPublished);
    expect(explanations).toEqual([expect.stringMatching(/not understood/)]);
  },
);

test.each([
  ['contact-phone', '(614) 555-0142'],
  ['home-main', 'Call us'],
])('publishes %s with the text %j without a question', async (documentId, description) => {
  expect(await askBeforePublishing(documentId, { description })).toBe(true);
  expect(openDialog).not.toHaveBeenCalled();
});
