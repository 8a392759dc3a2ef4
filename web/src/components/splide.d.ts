/** A style sheet of the carousel: its package has no types for it. */
declare module '@splidejs/splide/css/core';
