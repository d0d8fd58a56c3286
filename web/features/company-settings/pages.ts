export { DeletionPage } from './DeletionPage.tsx'
export { GeneralPage } from './GeneralPage.tsx'
export { SqpPage } from './SqpPage.tsx'
export { TeamPage } from './TeamPage.tsx'
