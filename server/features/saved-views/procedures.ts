import { VIEWS_MAX, type SavedViewPage } from '#contract/dashboards/saved-views.ts'
import {
  DeleteViewInput,
  RenameViewInput,
  SavedViewsInput,
  SaveViewInput,
  type StoredView,
} from '#contract/saved-views.ts'
import { deleteView, renameView, savedViewsOf, saveView, type Company } from '#server/accounts/index.ts'
import { userOf, type Caller } from '#server/access.ts'
import { AppError } from '#server/errors.ts'
import { companyProcedure, router } from '#server/trpc.ts'

/** Views of pages that somebody gave a name: nobody sees those of others, whatever their role. */
const placeOf = ({ caller, company }: { caller: Caller; company: Company }, page: SavedViewPage) => ({
  company,
  user: userOf(caller),
  page,
})

export const savedViewsRouter = router({
  list: companyProcedure
    .input(SavedViewsInput)
    .query(({ ctx, input: { page } }): Promise<StoredView[]> =>
      savedViewsOf(ctx.services.accounts, placeOf(ctx, page)),
    ),

  save: companyProcedure.input(SaveViewInput).mutation(async ({ ctx, input: { page, name, view } }) => {
    const saved = await saveView(ctx.services.accounts, placeOf(ctx, page), { name, view }, VIEWS_MAX)
    if (saved === 'FULL') throw new AppError('VIEWS_FULL', { max: VIEWS_MAX })
    if (saved === 'NO_MEMBER') throw new AppError('ROLE_TOO_SMALL')
  }),

  rename: companyProcedure
    .input(RenameViewInput)
    .mutation(async ({ ctx, input: { page, name, newName } }) => {
      const renamed = await renameView(ctx.services.accounts, placeOf(ctx, page), name, newName)
      if (renamed === 'UNKNOWN') throw new AppError('VIEW_UNKNOWN')
      if (renamed === 'TAKEN') throw new AppError('VIEW_NAME_TAKEN')
      if (renamed === 'NO_MEMBER') throw new AppError('ROLE_TOO_SMALL')
    }),

  delete: companyProcedure
    .input(DeleteViewInput)
    .mutation(({ ctx, input: { page, name } }) =>
      deleteView(ctx.services.accounts, placeOf(ctx, page), name),
    ),
})
