import { isPlatformAdmin } from '#server/access.ts'
import { procedure, router } from '#server/trpc.ts'
import { getMaintenance, setMaintenance } from './maintenance.ts'

/** What those who run the platform see and do. The name is the specification's. */
export const threefinAdminRouter = router({
  isUserThreefinAdmin: procedure.query(({ ctx }) => isPlatformAdmin(ctx.caller)),

  getMaintenance,
  setMaintenance,
})
