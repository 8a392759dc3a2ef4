/** What each function of this folder relies on in Strapi's admin; docs/strapi.md tells what to do with it. */
export const PARTS = {
  replaceHomePage:
    'the index route in the list of routes of router.addRoute: @strapi/admin, core/apis/router',
  addScreens: 'router.addRoute: @strapi/admin, core/apis/router',
  showOnEveryPage:
    'the prefix future-global:: of components: @strapi/admin, layouts/UnauthenticatedLayout and AuthenticatedLayout',
  addInputs:
    'addFields, and the type of a field in the edit view: @strapi/admin, core/apis/CustomFields and components/FormInputs',
  useMediaInput: 'the input media among the fields of useStrapiApp: @strapi/upload, index',
  hidePermissions: 'addRBACMiddleware: @strapi/admin, features/Auth',
  changeEditView:
    'the hook mutate-edit-view-layout and the form of what it passes: @strapi/content-manager, hooks/useDocumentLayout',
  changeListColumns:
    'the hook inject-column-in-table and the form of a column: @strapi/content-manager, pages/ListView',
  findOpenEntry: 'the address of the edit view: @strapi/content-manager, router',
  findEntryHeader: 'the structure of the edit view: @strapi/content-manager, pages/EditView',
  onNavigation: 'the structure of the navigation: @strapi/admin, components/LeftMenu',
  useEntryForm:
    'unstable_useContentManagerContext, unstable_useDocument, and the request updateDocument: @strapi/content-manager, hooks/useDocument and services/documents',
  changeEntryActions:
    'addDocumentAction, and the types of its actions: @strapi/content-manager, content-manager',
  showInEntryHeader:
    'addDocumentHeaderAction, and _status of an action: @strapi/content-manager, pages/EditView/components/Header',
  changeSaving:
    'the requests updateDocument, publishDocument and getDocument: @strapi/content-manager, services/documents',
  changeUpload: 'the request uploadFiles: @strapi/upload, services/api',
  changeSignIn: 'the request login: @strapi/admin, services/auth',
  changeProfile: 'the request updateMe: @strapi/admin, services/auth',
  useForgetEntriesMutation: 'the tags Document of requests: @strapi/content-manager, services/documents',
  useAdminQuery: 'React Query 3, whose client is provided to all pages: @strapi/admin, components/Providers',
  useAdminQueryClient:
    'React Query 3, whose client is provided to all pages: @strapi/admin, components/Providers',
  WaitBeforeEntryUpload: 'the mutation upload, upload of React Query: @strapi/upload, hooks/useUpload',
  onPicturesChosen:
    'the input for files in the dialog of an entry: @strapi/upload, components/UploadAssetDialog',
  pressUpload: 'the second button of the dialog of an entry: @strapi/upload, components/UploadAssetDialog',
  readCurrentPassword: 'the field currentPassword of the profile: @strapi/admin, pages/ProfilePage',
  keepDialogEvents: 'the events with which dialogs of Radix close or take the focus: @strapi/design-system',
  dismissBanner: 'the key of the banner in the local storage: @strapi/admin, components/MediaLibraryBanner',
  addStyles:
    'roles, attributes and the structure of the admin’s pages: @strapi/admin, @strapi/content-manager and @strapi/upload',
  englishTranslations:
    'the keys of translations: @strapi/admin, @strapi/content-manager and @strapi/upload, translations/en.json',
};

export type PartName = keyof typeof PARTS;

/** The error of an admin whose Strapi lacks a part. */
export class MissingPartError extends Error {
  constructor(name: PartName) {
    super(`This version of Strapi lacks what ${name} relies on: ${PARTS[name]} (docs/strapi.md).`);
  }
}

/** Applies a convenience. Without the part that it relies on, the admin goes on with what Strapi does itself, and logs that once. */
export function applyConvenience(name: PartName, apply: () => void): void {
  try {
    apply();
  } catch (error) {
    console.warn(`${name} is left out: ${error}`);
  }
}
