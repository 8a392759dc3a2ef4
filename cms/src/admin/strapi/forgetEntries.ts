import { adminApi } from '@strapi/strapi/admin';
import { contentTypes, uidOf } from '../../shared/content/contentTypes';

export const { useForgetEntriesMutation } = adminApi
  .enhanceEndpoints({ addTagTypes: ['Document'] })
  .injectEndpoints({
    endpoints: (builder) => ({
      /**
       * Removes all entries from the cache of Strapi's content manager, which lasts a minute: otherwise a form that is opened after an
       * action has the values from before it, and publishing it undoes the action.
       */
      forgetEntries: builder.mutation<null, void>({
        queryFn: () => ({ data: null }),
        invalidatesTags: Object.keys(contentTypes).flatMap((name) =>
          ['ALL_ITEMS', 'LIST'].map((entries) => ({
            type: 'Document' as const,
            id: `${uidOf(name)}_${entries}`,
          })),
        ),
      }),
    }),
  });
