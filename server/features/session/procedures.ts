import { procedure, router } from '#server/trpc.ts'

export interface SessionUser {
  name: string
  /** Null while nobody has signed in with one. */
  email: string | null
}

export const sessionRouter = router({
  /** Who is looking. Until people sign in, everybody who reaches the address is the local operator. */
  getUser: procedure.query((): SessionUser => ({ name: 'Local operator', email: null })),
})
