import nodemailer from '@strapi/provider-email-nodemailer';
import type { Core } from '@strapi/strapi';
import { recordMail } from '../environment/mailStatus';
import { readMailFrom } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { createSmtpOptions } from './smtpOptions';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Describes why a mail was not sent, by Nodemailer's codes: its messages can contain the address of the account, or
 * what the server quotes of the mail.
 */
export function describeMailError(error: unknown): string {
  const { code, responseCode, command } = isRecord(error) ? error : {};
  return [code, responseCode, command].filter(Boolean).join(' ') || 'unknown error';
}

/**
 * Sends a mail without Strapi, for commands.
 * @throws an error of Nodemailer, which `describeMailError` describes
 */
export async function sendBySmtp(smtpUrl: URL, mail: Mail): Promise<void> {
  const from = readMailFrom();
  const settings = { defaultFrom: from, defaultReplyTo: from };
  await nodemailer.init(createSmtpOptions(smtpUrl), settings).send({ ...mail, html: '' });
}

/**
 * Sends the mail that a function creates, if it creates one. Logs a failure, because what the mail is about is done
 * without it too.
 * @param description completes the log line “The mail … was not sent”
 * @returns whether the mail server has accepted the mail
 */
export async function sendMail(
  strapi: Core.Strapi,
  description: string,
  createMail: () => Promise<Mail | undefined> | Mail,
): Promise<boolean> {
  try {
    const mail = await createMail();
    if (!mail) return false;
    await strapi
      .plugin('email')
      .service('email')
      // Without `html`, the provider would send the text as HTML too.
      .send({ ...mail, html: '' });
    await recordMail();
    return true;
  } catch (error) {
    const reason = describeMailError(error);
    strapi.log.error(`The mail ${description} was not sent (${reason}).`);
    await recordMail(reason);
    return false;
  }
}
