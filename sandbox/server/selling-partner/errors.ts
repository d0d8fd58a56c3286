/** A no of the Selling Partner API. */
export class SellingPartnerError extends Error {
  override readonly name = 'SellingPartnerError'
  readonly status: number
  readonly code: string
  readonly details: string

  constructor(status: number, code: string, message: string, details = '') {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const invalidInput = (message: string): SellingPartnerError =>
  new SellingPartnerError(400, 'InvalidInput', message)

export const notFound = (message: string): SellingPartnerError =>
  new SellingPartnerError(404, 'NotFound', message)

export const DENIED = new SellingPartnerError(403, 'Unauthorized', 'Access to requested resource is denied.')
