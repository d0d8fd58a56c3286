import { MaintenanceInput } from '#contract/admin-inputs.ts'
import type { Maintenance } from '#contract/admin.ts'
import { addressesOf, recordAudit } from '#server/accounts/index.ts'
import { actorOf } from '#server/access.ts'
import { adminProcedure, type Context } from '#server/trpc.ts'

export const getMaintenance = adminProcedure.query(({ ctx }) => viewOf(ctx))

export const setMaintenance = adminProcedure.input(MaintenanceInput).mutation(async ({ ctx, input }) => {
  const { isOn, note } = input
  const actor = actorOf(ctx.caller)
  if (isOn) await ctx.maintenance.begin({ since: ctx.services.now(), startedBy: actor, note: note || null })
  else await ctx.maintenance.end()
  await recordAudit(ctx.services.accounts, {
    actor,
    action: isOn ? 'maintenance.begin' : 'maintenance.end',
    ...(note && { details: { note } }),
  })
  return viewOf(ctx)
})

async function viewOf({ maintenance, services }: Context): Promise<Maintenance> {
  const period = await maintenance.current()
  if (!period) return { isOn: false, since: null, startedBy: null, note: null }
  const { since, startedBy, note } = period
  const names = await addressesOf(services.accounts, [startedBy])
  return { isOn: true, since: since.toISOString(), startedBy: names.get(startedBy) ?? startedBy, note }
}
