/** What a job of Bull carries: the id of a row, and nothing else. */
export interface Notification {
  id: string;
}
