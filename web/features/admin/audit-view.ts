import type { AuditLogInput } from '#contract/admin-inputs.ts'
import { AUDIT_SUBJECTS } from '#contract/admin.ts'
import { addDays, isDay, type DateRange } from '#contract/date-range.ts'
import type { SearchParams } from '#web/search-params.ts'

/** The days that the address names, if it names two in their order. */
export function daysAsked({ from, to }: SearchParams): DateRange | null {
  return from && to && isDay(from) && isDay(to) && from <= to ? { start: from, end: to } : null
}

/** What the address asks of the audit log. Days are those of whoever looks. */
export function auditAsked(
  view: SearchParams,
): Pick<AuditLogInput, 'company' | 'person' | 'subject' | 'from' | 'to'> {
  const days = daysAsked(view)
  const subject = AUDIT_SUBJECTS.find((one) => one === view['event'])
  return {
    company: view['company'] ?? '',
    person: view['person'] ?? '',
    ...(subject && { subject }),
    ...(days && { from: midnight(days.start), to: midnight(addDays(days.end, 1)) }),
  }
}

const midnight = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
