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
    const { name, ...rest } = input
    // Messages may hold names and numbers of a company, unless the operator asked this browser for them.
    const stack = ctx.detailedLogging.includes(input.reconciliationId)
      ? input.stack
      : withoutMessage(name, input.stack)
    // As JSON it is one line, whatever it contains.
    ctx.log(`A page crashed: ${JSON.stringify({ name, ...rest, stack })}`)
    return { isLogged: true }
  }),
})
