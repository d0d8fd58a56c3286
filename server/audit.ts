import type { AuditAction } from '#contract/admin.ts'
import { recordAudit, type Accounts } from '#server/accounts/index.ts'
import { actorOf, type Caller } from './access.ts'

/** Writes down what the caller did, to the company that the call is about where it is about one. */
export const audit = (
  {
    services,
    caller,
    company,
  }: { services: { accounts: Accounts }; caller: Caller; company?: { id: string } },
  action: AuditAction,
  details?: Record<string, unknown>,
): Promise<void> =>
  recordAudit(services.accounts, {
    actor: actorOf(caller),
    action,
    ...(company && { companyId: company.id }),
    ...(details && { details }),
  })
