/** What a style element of ours has to carry to count, by the server's content policy. */
export const styleNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content || undefined
