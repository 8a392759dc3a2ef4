/** The permission to read the audit log, which only administrators have: to read the accounts. */
export const AUDIT_LOG_PERMISSION = 'admin::users.read';
