import type { StrapiApp } from '@strapi/strapi/admin';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { applyConvenience, MissingPartError } from './parts';

/** Replaces the admin's home page, from which users can remove widgets. */
export const replaceHomePage = ({ router }: Pick<StrapiApp, 'router'>, Component: ComponentType): void =>
  applyConvenience('replaceHomePage', () =>
    router.addRoute((routes) => {
      if (!routes.some(({ index }) => index)) throw new MissingPartError('replaceHomePage');
      return routes.map((route) => (route.index ? { index: true, Component } : route));
    }),
  );

/** Adds screens by their paths below `/admin`; each is loaded when it is opened. */
export const addScreens = (
  { router }: Pick<StrapiApp, 'router'>,
  screens: Record<string, () => Promise<ComponentType>>,
): void =>
  applyConvenience('addScreens', () =>
    router.addRoute(
      Object.entries(screens).map(([path, load]) => ({
        path,
        lazy: async () => ({ Component: await load() }),
      })),
    ),
  );

/** Shows components on every page, also on the sign-in. */
export const showOnEveryPage = (app: StrapiApp, components: Record<string, ComponentType>): void =>
  applyConvenience('showOnEveryPage', () =>
    app.addComponents(
      Object.entries(components).map(([name, Component]) => ({ name: `future-global::${name}`, Component })),
    ),
  );

/** Adds types of inputs, which the edit view renders for the fields that have them. */
export const addInputs = (app: StrapiApp, inputs: { type: string; Component: ComponentType }[]): void =>
  applyConvenience('addInputs', () => app.addFields(inputs));

interface Account {
  user?: { roles?: { code?: string }[] };
}

/** The used part of the admin before its plugins are there. */
export interface NewApp {
  addRBACMiddleware(
    middleware: (
      account: Account,
    ) => <Allowed extends { action: string }>(
      next: (permissions: Allowed[]) => Promise<Allowed[]> | Allowed[],
    ) => (permissions: Allowed[]) => Promise<Allowed[]> | Allowed[],
  ): void;
}

/** Hides what some permissions allow from everyone, and reports whether the account is an administrator. */
export const hidePermissions = (
  app: NewApp,
  hidden: string[],
  report: (isAdministrator: boolean) => void,
): void =>
  applyConvenience('hidePermissions', () =>
    app.addRBACMiddleware(({ user }) => (next) => (permissions) => {
      report(user?.roles?.some(({ code }) => code === 'strapi-super-admin') === true);
      return next(permissions.filter(({ action }) => !hidden.includes(action)));
    }),
  );

/** Changes how the edit view shows an entry. */
export const changeEditView = (app: StrapiApp, change: (view: never) => unknown): void =>
  applyConvenience('changeEditView', () =>
    app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', change),
  );

/** A column of the list of entries. */
export interface ListColumn {
  name: string;
  label: string;
  sortable?: boolean;
  cellFormatter?: (entry: Record<string, unknown>, column: unknown, list: { model: string }) => ReactNode;
}

/** Changes the columns of the lists of entries. */
export const changeListColumns = (app: StrapiApp, change: (columns: ListColumn[]) => ListColumn[]): void =>
  applyConvenience('changeListColumns', () =>
    app.registerHook(
      'Admin/CM/pages/ListView/inject-column-in-table',
      (list: { displayedHeaders: ListColumn[] }) => ({
        ...list,
        displayedHeaders: change(list.displayedHeaders),
      }),
    ),
  );

/** The used part of the admin when its plugins are there. */
export interface StartedApp {
  getPlugin(id: string): { apis: Record<string, unknown> };
}

interface ActedEntry {
  model: string;
  documentId?: string;
}

/** What is done with an entry from a menu or a button of the content manager. */
interface DocumentAction {
  (entry: ActedEntry): object | null;
  type?: string;
}

/**
 * Removes actions from the lists and forms of entries, and hides some for entries of some types.
 * @param isHidden whether an action of this type is hidden for an entry of the type with this uid
 */
export const changeEntryActions = (
  app: StartedApp,
  removed: string[],
  isHidden: (type: string, uid: string, documentId: string | undefined) => boolean,
): void =>
  applyConvenience('changeEntryActions', () => {
    const { addDocumentAction } = app.getPlugin('content-manager').apis;
    if (typeof addDocumentAction !== 'function') throw new MissingPartError('changeEntryActions');
    /** Still calls a hidden action, because it contains React hooks. */
    const hide = (action: DocumentAction): DocumentAction =>
      Object.assign((entry: ActedEntry) => {
        const description = action(entry);
        return isHidden(action.type ?? '', entry.model, entry.documentId) ? null : description;
      }, action);
    addDocumentAction((actions: DocumentAction[]) =>
      actions.filter(({ type }) => !removed.includes(type ?? '')).map(hide),
    );
  });

/** The entry whose form is open. */
interface OpenEntry {
  model: string;
  document?: Record<string, unknown>;
}

/** Shows an element in the header of every form, where a phone shows it without scrolling. */
export const showInEntryHeader = (app: StartedApp, create: (entry: OpenEntry) => ReactElement | null): void =>
  applyConvenience('showInEntryHeader', () => {
    const { addDocumentHeaderAction } = app.getPlugin('content-manager').apis;
    if (typeof addDocumentHeaderAction !== 'function') throw new MissingPartError('showInEntryHeader');
    addDocumentHeaderAction([
      (entry: OpenEntry) => {
        const message = create(entry);
        // Strapi's header has buttons with icons only, except for this: a status may be any element.
        return message && { _status: { message } };
      },
    ]);
  });
