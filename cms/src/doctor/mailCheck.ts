import type { MailStatus } from '../environment/mailStatus';
import { describeAge } from './offsiteCheck';

/**
 * Checks that the latest mail was sent.
 * @returns the findings, and the line that is printed without any
 */
export function checkMail({ sentAt, failure }: MailStatus): { findings: string[]; note: string } {
  const summary =
    sentAt === undefined ? 'no mail has been sent yet' : `the last mail was sent ${describeAge(sentAt)}`;
  if (!failure) return { findings: [], note: `ok: ${summary}.` };
  const { time, reason } = failure;
  return {
    findings: [
      `A mail could not be sent ${describeAge(time)} (${reason}), and none was since; ${summary}. docs/mail.md tells what the reason means.`,
    ],
    note: '',
  };
}
