"""What is remembered, as screens: the matches that wait and the finished ones, a replay on the board, somebody's figures."""
