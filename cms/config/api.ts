// No maxLimit: a list has as many dishes as the owner likes, and the site asks for all of them.
export default { rest: { defaultLimit: 100, withCount: true, strictParams: true } };
