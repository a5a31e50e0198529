/** MIME type of rows that are dragged out of the tree: the text that they become where text is. */
export const ROWS_TYPE = 'application/vnd.generativelanguage.rows';
