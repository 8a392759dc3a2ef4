const STEPS = Array.from({ length: 11 }, (_, index) => 10 * index);

/** Returns a percentage as one of the steps, rounded away from the center: the point is visible also in a narrow strip of the picture. */
export const toStep = (percent: number): number =>
  10 * (percent < 50 ? Math.floor(percent / 10) : Math.ceil(percent / 10));

/**
 * The rules by which a picture is cropped around its focal point. The Content-Security-Policy forbids style attributes, and allows this
 * style sheet by its hash; only a page with such a picture has it.
 */
export const FOCAL_RULES = STEPS.flatMap((step) => [
  `[data-focal-point^="${step} "]{--focal-x:${step}%}`,
  `[data-focal-point$=" ${step}"]{--focal-y:${step}%}`,
]).join('');
