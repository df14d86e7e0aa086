//! What the static checks say about a file that is otherwise sound.
