/** Styles for Strapi's forms, selected as those of phones. */
export const formStyles = `
  /* The buttons of a form stay in view while its fields scroll. */
  main form div:has(> aside) {
    position: sticky;
    top: 16px;
  }

  /* A field for several lines is as high as its text, and never cuts a line. */
  main form textarea[name] {
    box-sizing: border-box;
    height: auto;
    min-height: calc(3lh + 32px);
    max-height: calc(20lh + 32px);
    field-sizing: content;
  }

  /* Without this, the line below cuts letters such as g. */
  main form h1[class] {
    line-height: 1.3;
  }

  /* The buttons of a picture are below it. */
  section[aria-roledescription="carousel"] {
    height: auto;
    grid-template-areas: "startAction slides endAction" ". actions .";
  }
  section[aria-roledescription="carousel"] > div:not([aria-live]) {
    position: static;
    grid-area: actions;
    justify-self: center;
    margin-top: 8px;
    transform: none;
  }

  /* At the lower edge, where a message covers neither the title of a form nor its buttons. */
  @media (min-width: 1080px) {
    html [data-sonner-toaster][data-y-position="top"] {
      top: auto;
      bottom: 24px;
    }
    html [data-sonner-toast][data-y-position="top"] {
      --lift: -1;
      --lift-amount: calc(-1 * var(--gap));
      top: auto;
      bottom: 0;
    }
  }

  @media (max-width: 767px) {
    /* The bar of the preview: the title, below it the choice of contents and the buttons. */
    form:has(iframe) header[class] {
      flex-wrap: wrap;
      gap: 0;
      height: auto;
    }
    form:has(iframe) header > div[class] {
      flex: 1 0 100%;
      flex-wrap: wrap;
      height: auto;
      border: 0;
      padding: 0 8px 4px;
    }
    form:has(iframe) header > div > div[class] {
      flex: none;
    }
    form:has(iframe) header h1 {
      flex: 1;
    }
    /* The choice of a width, as the screen is one of a phone. */
    form:has(iframe) header ~ div > div > div:has([role="combobox"]) {
      display: none;
    }

    /* Two pictures beside each other, for which their small copies are sharp. */
    main [role="list"] > div:has(> article) {
      grid-column: span 6;
    }
    main [role="list"] article div:has(> svg:only-child) {
      display: none;
    }
  }
`;
