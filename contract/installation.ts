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
}
