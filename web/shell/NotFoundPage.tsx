import { PATHS } from '#web/paths.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { ScaleState } from './ScaleState.tsx'

export const NotFoundPage = () => (
  <main style={{ height: '100%' }}>
    <ScaleState
      pointer="beyond"
      title="Not Found"
      action={<ButtonLink to={PATHS.home}>Go to the start page</ButtonLink>}
    >
      This page doesn't exist or has moved
    </ScaleState>
  </main>
)
