import { errors } from '@strapi/utils';

/** A change that does not fit to what somebody else has changed; its message is a sentence for the owner. */
export class ConflictError extends errors.ApplicationError {}
