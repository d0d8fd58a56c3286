/** Whose products they are, and as of when they are read. */
export interface ProductOwner {
  companyId: string
  /** A moment; absent where that is now. */
  asOf?: string
}

/** These alone, of whatever knows more. */
export const ownerOf = ({ companyId, asOf }: ProductOwner): ProductOwner => ({
  companyId,
  ...(asOf !== undefined && { asOf }),
})
