/** A wire name for each parameter of the practice API without one, so that every parameter is read. */
export const wireNames = {
  'list-sessions-v2-scenario-filter-name': 'scenario',
  'list-sessions-v2-user-email-filter-name': 'emails',
  'list-sessions-v2-from-date-name': 'from',
  'list-sessions-v2-to-date-name': 'to',
  'list-sessions-v2-admin-access-name': 'admin',
  'list-sessions-v2-page-number-name': 'page',
  'list-sessions-v2-items-per-page-name': 'limit',
  'list-meeting-bots-status-filter-name': 'status',
  'list-meeting-bots-scenario-filter-name': 'scenario',
  'list-meeting-bots-from-date-name': 'from',
  'list-meeting-bots-to-date-name': 'to',
  'list-meeting-bots-page-number-name': 'page',
  'list-meeting-bots-items-per-page-name': 'limit',
  'list-subscriptions-subscriber-email-name': 'e-mail [of] subscriber',
} as const;
