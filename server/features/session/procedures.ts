import { DEMO_EMAIL } from '#server/demo-account.ts'
import { procedure, router } from '#server/trpc.ts'

export interface SessionUser {
  id: string
  email: string | null
  isPlatformAdmin: boolean
  /** The account of the demo, which has answered what others are asked before they see numbers. */
  isDemo: boolean
}

export const sessionRouter = router({
  /** Who is looking; null for somebody who has not signed in. */
  getUser: procedure.query(({ ctx: { caller } }): SessionUser | null => {
    if (caller.kind !== 'user') return null
    const { id, email, isPlatformAdmin } = caller.user
    return { id, email, isPlatformAdmin, isDemo: email === DEMO_EMAIL }
  }),
})
