import { CrashReport } from '#contract/crash-report.ts'
import { withoutMessage } from '#contract/stack-text.ts'
import { procedure, router } from '#server/trpc.ts'
import { rateLimit } from './rate-limit.ts'

/** A page that fails over and over must not fill the log. */
const isAllowed = rateLimit({ perWindow: 30, windowMs: 60_000 })

export const crashReportRouter = router({
  /** Writes a crash of a browser into the log. Whoever sends it needs no company: the crash may be that there is none. */
  send: procedure.input(CrashReport).mutation(({ ctx, input }) => {
    if (!isAllowed(ctx.services.now())) return { isLogged: false }
    const { name, stack, ...rest } = input
    // As JSON it is one line, whatever it contains.
    ctx.log(`A page crashed: ${JSON.stringify({ name, ...rest, stack: withoutMessage(name, stack) })}`)
    return { isLogged: true }
  }),
})
