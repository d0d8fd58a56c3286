import { json, type Answer } from '../http.ts'

/** A no of the Advertising API. */
export class AdvertisingError extends Error {
  override readonly name = 'AdvertisingError'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Reports say why in `detail`, everything else in `details`. */
export const errorAnswer = ({ status, message, headers }: AdvertisingError, path: string): Answer =>
  json(
    status,
    { code: String(status), [path.startsWith('/reporting/') ? 'detail' : 'details']: message },
    { ...headers, 'x-amzn-requestid': crypto.randomUUID() },
  )
