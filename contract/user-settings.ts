/** A company that somebody would leave behind with their account. */
export interface AccountCompany {
  id: string
  name: string
  /**
   * `LEFT`: others go on with it. `DELETED`: nobody else is in it, so it goes with the account. `IN_THE_WAY`: others are
   * in it, and none of them may manage it.
   */
  fate: 'LEFT' | 'DELETED' | 'IN_THE_WAY'
}

/** `userSettings.getAccount` */
export interface UserAccount {
  email: string | null
  companies: AccountCompany[]
}
