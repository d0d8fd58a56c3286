/** Whom to ask and what to read, as the operator of an installation has set it; null where nothing is set. */
export interface InstallationLinks {
  supportEmail: string | null
  termsUrl: string | null
  privacyUrl: string | null
  cookiesUrl: string | null
}

/** What `/meta` answers, also to those who have not signed in. */
export interface InstallationMeta extends InstallationLinks {
  isUnderMaintenance: boolean
  /**
   * Where codes are to be read that no mail server sends: on the page of the demo's mails, or with a command. Null where mails
   * are sent, and for everybody who is not at the machine itself.
   */
  codesAt: 'MAILBOX' | 'COMMAND' | null
}
