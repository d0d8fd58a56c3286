import type { Accounts } from './open.ts'
import { auditLog } from './schema.ts'

/** Writes down what the operator or a person did that others may ask about later. */
export async function recordAudit(
  accounts: Accounts,
  entry: { actor: string; action: string; companyId?: string; details?: Record<string, unknown> },
): Promise<void> {
  await accounts.db.insert(auditLog).values(entry)
}
