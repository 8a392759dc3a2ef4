import { adminApi } from '@strapi/strapi/admin';

export const { useForgetEntriesMutation } = adminApi
  .enhanceEndpoints({ addTagTypes: ['Document'] })
  .injectEndpoints({
    endpoints: (builder) => ({
      /**
       * Removes the entries of a type from the cache of Strapi's content manager, which lasts a minute: otherwise a form that is
       * opened after an action has the values from before it, and publishing it undoes the action.
       */
      forgetEntries: builder.mutation<null, string>({
        queryFn: () => ({ data: null }),
        invalidatesTags: (_result, _error, uid) =>
          ['ALL_ITEMS', 'LIST'].map((entries) => ({ type: 'Document', id: `${uid}_${entries}` })),
      }),
    }),
  });
