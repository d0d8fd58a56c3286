import { z } from 'zod'
import { CompanyId } from '#contract/fields.ts'
import { SwitchMailOffInput, SwitchMailOnInput, type ScheduledMails } from '#contract/scheduled-mails.ts'
import { scheduledMailsOf, switchMailOff, switchMailOn, type Company } from '#server/accounts/index.ts'
import { userOf, type Caller } from '#server/access.ts'
import { AppError } from '#server/errors.ts'
import { dueDay } from '#server/scheduled-mails/due-day.ts'
import { companyProcedure, router } from '#server/trpc.ts'

const placeOf = ({ caller, company }: { caller: Caller; company: Company }) => ({
  companyId: company.id,
  userId: userOf(caller).id,
})

/** Mails with the numbers of a company that somebody gets: each switches their own. */
export const scheduledMailsRouter = router({
  list: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(async ({ ctx: { services, company, caller } }): Promise<ScheduledMails> => {
      // Whoever runs the installation has no address here.
      if (caller.kind !== 'user') return { email: null, mails: [] }
      const { user } = caller
      return { email: user.email, mails: await scheduledMailsOf(services.accounts, company, user) }
    }),

  /** The first comes at the next hour of mails. One that is on takes this currency and time zone. */
  switchOn: companyProcedure.input(SwitchMailOnInput).mutation(async ({ ctx, input: { kind, ...mail } }) => {
    const { services } = ctx
    const sentFor = dueDay({ kind, timeZone: mail.timeZone }, services.now())
    const isOn = await switchMailOn(services.accounts, { ...placeOf(ctx), kind }, { ...mail, sentFor })
    if (!isOn) throw new AppError('ROLE_TOO_SMALL')
  }),

  switchOff: companyProcedure.input(SwitchMailOffInput).mutation(async ({ ctx, input: { kind } }) => {
    await switchMailOff(ctx.services.accounts, { ...placeOf(ctx), kind })
  }),
})
