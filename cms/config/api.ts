// Without maxLimit, because the site queries all dishes of a list at once.
export default { rest: { defaultLimit: 100, withCount: true, strictParams: true } };
