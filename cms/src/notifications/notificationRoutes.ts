import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readSmtpUrl } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { addAdminRoute, type Context } from '../strapi/routes';
import { listKinds } from './notificationKinds';
import { openSwitch } from './sendNotifications';

/** The response of `GET /notifications`, and of `PUT /notifications` with `{ isOn }`. */
export interface NotificationsAnswer {
  email: string;
  /** Whether the account gets mails; `null` when the CMS sends none. */
  isOn: boolean | null;
}

/** Adds the routes with which accounts turn off the mails that they get. */
export function addNotificationRoutes(strapi: Core.Strapi): void {
  const answer = async ({ state: { user } }: Context): Promise<NotificationsAnswer> => {
    const isOn = readSmtpUrl() ? (await openSwitch(strapi, user).get()) !== true : null;
    return { email: user.email, isOn };
  };
  const requireKind = ({ state: { user } }: Context): void => {
    if (listKinds(user).length === 0) throw new errors.ForbiddenError();
  };
  addAdminRoute(strapi, 'GET', '/notifications', (context) => {
    requireKind(context);
    return answer(context);
  });
  addAdminRoute(strapi, 'PUT', '/notifications', async (context) => {
    requireKind(context);
    const { body } = context.request;
    if (!isRecord(body) || typeof body.isOn !== 'boolean')
      throw new errors.ValidationError('Choose whether you get mails.');
    await openSwitch(strapi, context.state.user).set({ value: !body.isOn });
    return answer(context);
  });
}
