import type { StrapiApp } from '@strapi/strapi/admin';

export default {
  config: {
    locales: [],
    tutorials: false,
    notifications: { releases: false },
    translations: {
      en: {
        'Auth.form.welcome.title': 'Scioto Table',
        'Auth.form.welcome.subtitle': 'Sign in to change the words and pictures of your website',
      },
    },
  },
  bootstrap(_app: StrapiApp) {
    // There is no e-mail service, so the page behind this link could not help anyone.
    const style = document.createElement('style');
    style.textContent = 'a[href$="/auth/forgot-password"] { display: none; }';
    document.head.append(style);
  },
};
