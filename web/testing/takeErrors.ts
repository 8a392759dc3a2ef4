import { vi } from 'vitest';

/** Takes the messages logged as errors so far, so that testSetup does not report them. */
export function takeErrors(): string[] {
  const messages = vi.mocked(console.error).mock.calls.map(([message]) => String(message));
  vi.mocked(console.error).mockClear();
  return messages;
}
