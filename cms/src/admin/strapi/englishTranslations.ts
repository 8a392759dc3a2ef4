/** Texts for the owner that replace Strapi's English texts in the admin, by translation key. */
export const englishTranslations = {
  'Auth.form.welcome.title': 'Scioto Table',
  'Auth.form.welcome.subtitle': 'Sign in to change the words and pictures of your website',
  'Auth.form.button.login': 'Sign in',
  'Auth.form.email.placeholder': 'Such as name@example.com',
  'Auth.form.password.hint':
    'At least 12 characters, with a lowercase letter, an uppercase letter and a digit',
  'Auth.form.currentPassword.label': 'Current password (for a new email too)',
  'Auth.form.confirmPassword.label': 'The same password again',
  'Auth.form.button.password-recovery': 'Forgot your password?',
  'Auth.form.button.forgot-password': 'Send me a link',
  'app.containers.AuthPage.ForgotPasswordSuccess.title': 'Look into your mailbox',
  'app.containers.AuthPage.ForgotPasswordSuccess.text.email':
    'If this address belongs to an account, a link arrives within a few minutes. It works once, for an hour.',
  'global.reset-password': 'Choose a password',
  'global.change-password': 'Set a new password',
  'global.sessions.active-devices': 'Signed-in devices',
  'Settings.sessions.title': 'Signed-in devices',
  'Settings.sessions.subtitle':
    'Your account is signed in on these devices. If you don’t know one of them, sign out everywhere, sign in again, and choose a new password.',
  'Settings.sessions.actions': 'Sign out',
  'Settings.sessions.revoke': 'Sign out',
  'Settings.sessions.revoke.confirm':
    'Sign out on that device? At the next sign-in, it and your other devices need your password, and a code by e-mail if this website sends codes.',
  'Settings.sessions.revoke.confirmCurrent':
    'Sign out on this device, which you are using now? It then needs your password again, and a code by e-mail if this website sends codes.',
  'Settings.sessions.revoke.success': 'Signed out on that device',
  'Settings.sessions.revokeOthers': 'Sign out on the other devices',
  'Settings.sessions.revokeOthers.confirm':
    'Sign out on all other devices? They then need your password again, and a code by e-mail if this website sends codes. You stay signed in here.',
  'Settings.sessions.revokeOthers.success': 'Signed out on the other devices',
  'Settings.sessions.revokeAll': 'Sign out everywhere',
  'Settings.sessions.revokeAll.confirm':
    'Sign out everywhere, also on this device? Every device then needs your password again, and a code by e-mail if this website sends codes.',
  'Settings.profile.form.section.experience.title': 'Light or dark',
  'Settings.profile.form.section.experience.interfaceLanguageHelp': 'How you read these screens best.',
  'Settings.profile.form.section.experience.mode.label': 'Colors',
  'Settings.profile.form.section.experience.mode.hint': 'For this browser only.',
  'Settings.profile.form.section.experience.mode.option-system-label': 'As on this device',
  'Settings.profile.form.section.experience.mode.option-label': '{name}',
  'notification.success.saved': 'Saved. If you changed your password, sign in with the new one.',
  'global.prompt.unsaved': 'Leave without saving? What you changed here is lost.',
  'app.components.ConfirmDialog.title': 'Are you sure?',
  'app.components.Button.confirm': 'Yes',
  'app.components.LeftMenu.logout': 'Sign out',
  'app.components.LeftMenu.logo.alt': 'Scioto Table',
  'app.components.LeftMenu.navbrand.title': 'Scioto Table',
  'app.components.LeftMenu.navbrand.workplace': 'Website',
  'notification.error': 'That did not work. Check your connection, and try once more.',
  'content-manager.plugin.name': 'Words and menu',
  'content-manager.header.name': 'Words and menu',
  'content-manager.components.LeftMenu.collection-types': 'Pages and menu',
  'content-manager.components.LeftMenu.single-types': 'Name and logo',
  'content-manager.HeaderLayout.button.label-add-entry': 'Add to this list',
  'content-manager.containers.EditView.add.new-entry': 'Add one',
  'content-manager.components.empty-repeatable': 'None yet. Press to add one.',
  'content-manager.actions.unpublish.dialog.option.keep-draft':
    'Take it off the site, and keep the changes that are not published',
  'content-manager.actions.unpublish.dialog.option.replace-draft':
    'Take it off the site, and throw away the changes that are not published',
  'content-manager.containers.edit.panels.default.title': 'On the site',
  'content-manager.pages.ListView.header-subtitle':
    '{number, plural, =0 {Nothing here yet} other {# in this list}}',
  'content-manager.popUpWarning.bodyMessage.contentType.delete.all':
    'Delete these? They leave the site at once. The earlier versions of the menu bring them back.',
  'content-manager.actions.delete.dialog.body':
    'Delete this? It leaves the site at once. The earlier versions of the menu bring it back.',
  'content-manager.actions.delete.label': 'Delete',
  'content-manager.actions.discard.dialog.body':
    'Throw away the changes that are not published? The form then has what the site shows.',
  'content-manager.containers.List.modified': 'Not published yet',
  'content-manager.containers.edit.title.new': 'New',
  'content-manager.containers.untitled': 'Without a name',
  'content-manager.containers.edit.panels.default.more-actions': 'More',
  'content-manager.form.Input.hint.text':
    '{description}{max, select, undefined {} other { At most {max}{unit}.}}',
  'content-manager.success.record.publish': 'Published: the site shows it in a moment',
  'content-manager.success.record.save': 'Saved: press Publish to show it on the site',
  'content-manager.success.record.delete': 'Deleted',
  'content-manager.success.record.unpublish': 'Taken off the site',
  'content-manager.validation.error': 'Not saved yet: something is not right, see the words in red',
  'components.Input.error.validation.maxLength': 'This is too long: at most {max} characters fit here.',
  // Strapi's forms for passwords know the minimum of 8; access/passwords.ts requires 12.
  'components.Input.error.validation.minLength':
    '{min, plural, =8 {Use at least 12 characters.} other {This is too short: at least {min} characters.}}',
  'components.Input.error.validation.required': 'This can’t be empty.',
  'app.components.ToggleCheckbox.on-label': 'Yes',
  'app.components.ToggleCheckbox.off-label': 'No',
  'upload.plugin.name': 'Pictures',
  'upload.plugin.home': 'All pictures',
  'upload.sidebar.title': 'Pictures',
  'upload.sidebar.tree.aria-label': 'Folders of pictures',
  'upload.sidebar.home': 'All pictures',
  'upload.sidebar.tree.empty': 'None',
  'upload.header.content.item-count': '{count}',
  'upload.asset-details.title': 'This picture',
  'upload.asset-details.description': 'What is known of this picture',
  'upload.asset-details.fileInfo': 'About this picture',
  'upload.asset-details.fileName': 'Name',
  'upload.asset-details.assetId': 'Number',
  'upload.modal.file-details.id': 'Number',
  'upload.asset-details.delete.trigger': 'Delete this picture',
  'upload.form.input.label.file-name': 'Name',
  'upload.form.input.label.folder-location-default-label': 'All pictures',
  'upload.header.search-results.count.assets':
    '{numberAssets, plural, =0 {No pictures} one {1 picture} other {# pictures}}',
  'upload.list.search.empty.description': 'No picture and no folder is called “{query}”.',
  'upload.asset-details.update.success': 'Saved: the site shows it in a moment',
  'upload.asset-details.replace.success': 'Replaced: the site shows the new picture in a moment',
  'upload.upload.progress.failed': 'Nothing was added',
  'upload.upload.progress.failed.subtitle': 'Below stands why',
  // Also the title when some were refused; the sentence below it counts them.
  'upload.upload.progress.success': 'Ready',
  'upload.upload.progress.success.subtitle': '{count, plural, one {# picture} other {# pictures}} added',
  'upload.upload.progress.success.subtitle.withErrors':
    '{successCount, plural, one {# picture} other {# pictures}} added, {errorCount} not: below stands why',
  'upload.upload.progress.uploading.withCount':
    'Adding {total, plural, one {# picture} other {# pictures}} ({percentage}%)',
  'upload.upload.progress.uploading.indeterminate':
    'Adding {total, plural, one {# picture} other {# pictures}}',
  'upload.import-files': 'Add pictures',
  'upload.header.actions.add-folder': 'New folder',
  'upload.header.actions.add-assets': 'Add pictures',
  'upload.input.label': 'Press to choose pictures, or drop them here',
  'upload.input.notification.not-supported': 'This is no picture that the site can show: {fileTypes} fit.',
  'upload.list.assets.title': 'Pictures ({count})',
  'upload.mediaLibraryInput.placeholder': 'Press to add a picture, or drop one here',
  'upload.form.input.description.file-alt':
    'What the picture shows, for guests who can’t see it. It is on the site at once, without Publish.',
  'upload.list.assets.to-upload':
    '{number, plural, =0 {No picture} one {1 picture} other {# pictures}} chosen',
  'upload.modal.upload-list.sub-header-subtitle': 'If these are all, press the button below',
  'upload.modal.upload-list.sub-header.button': 'Add pictures',
  'upload.modal.upload-list.footer.button': 'Upload {number, plural, one {# picture} other {# pictures}}',
  'upload.control-card.replace-media': 'Replace: on the site at once, without Publish',
  'upload.asset-details.replace.trigger': 'Replace: on the site at once, without Publish',
  'upload.asset-details.replace.title': 'Replace this picture?',
  'upload.asset-details.replace.description':
    'The new picture takes its place on the site at once, without Publish. The old one stays in the earlier versions.',
  'upload.asset-details.delete.title': 'Delete this picture?',
  'upload.asset-details.delete.description':
    'A picture that is in use can’t be deleted. One of an earlier version moves to the folder “Kept for earlier versions”. Any other is gone for good.',
  'upload.list.bulk-actions.delete.confirm.description.are-you-sure':
    'What is deleted is gone for good, a folder with all that is in it. Only pictures of earlier versions move to the folder “Kept for earlier versions”.',
  'upload.list.bulk-actions.delete.error':
    'Nothing was deleted. If a picture among these is in use, delete them one by one to read where each shows.',
};
