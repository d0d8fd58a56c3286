import { PATHS } from '#web/paths.ts'
import { ButtonLink } from './ButtonLink.tsx'
import { MessagePage } from './MessagePage.tsx'

export const NotFoundPage = () => (
  <MessagePage
    reading="beyond"
    title="Not Found"
    action={<ButtonLink to={PATHS.home}>Go to the start page</ButtonLink>}
  >
    This page doesn't exist or has moved
  </MessagePage>
)
