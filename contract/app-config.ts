/** What `GET /app-config.json` answers: where people sign in. Scripts read it too. */
export interface AppConfig {
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Null with a pool at the managed provider: its address follows from the region. */
  userPoolEndpoint: string | null
}
