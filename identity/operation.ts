import { z } from 'zod'
import type { LimitedWork } from './address-limits.ts'
import type { Caller, Service } from './service.ts'

/** What the wire offers under a name. */
export interface Operation<Input = never> {
  input: z.ZodType<Input>
  /** What counts against the address that it comes from. */
  limit?: LimitedWork
  run(service: Service, input: Input, caller: Caller): Promise<object>
}

/** Keeps an operation's input and its work together, and forgets the type once that is done. */
export const operation = <Input>(of: Operation<Input>): Operation => of as unknown as Operation

// Bounds of the provider's service model (2016-04-18).
const bounded = (min: number, max: number) => z.string().min(min).max(max)
/** Control characters have no business in names, least of all ends of lines. */
const isPrintable = (text: string) => !/\p{Cc}/u.test(text)

export const field = {
  clientId: bounded(1, 128).regex(/^[\w+]+$/),
  username: bounded(1, 128).refine(isPrintable),
  password: bounded(1, 256),
  code: bounded(1, 2048),
  totpCode: z.string().regex(/^[0-9]{6}$/),
  session: bounded(20, 2048),
  token: z.string().regex(/^[A-Za-z0-9\-_=.]+$/),
  deviceKey: bounded(1, 55).regex(/^[\w-]+_[0-9a-f-]+$/),
  attributeName: bounded(1, 32),
  attributes: z.array(z.object({ Name: bounded(1, 32), Value: z.string().max(2048).optional() })).max(32),
  parameters: z.record(z.string().max(128), z.string().max(4096).nullish()).transform(withoutNulls),
  email: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(bounded(3, 128).regex(/^[^\s@\p{Cc}<>"(),:;[\]\\]+@[^\s@\p{Cc}<>"(),:;[\]\\]+$/u)),
}

/** The older client sends `null` for what it does not have. A map, so that no name reaches a prototype. */
function withoutNulls(record: Record<string, string | null | undefined>): Map<string, string> {
  return new Map(
    Object.entries(record).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined,
    ),
  )
}
