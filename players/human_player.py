"""You, at the terminal."""

from mnk import Player
from mnk.notation import draw, format_move, parse_move


class HumanPlayer(Player):
    def move(self, state):
        print(f"\n{draw(state)}\n")
        while True:
            word = self.typed()
            if word.lower() in ("q", "quit", "exit"):
                raise KeyboardInterrupt
            if word in ("", "?", "h", "help"):
                print(self.help(state))
                continue
            try:
                return parse_move(state, word)
            except ValueError as error:
                print(f"{error}.")

    def typed(self):
        print(f"Your move ({'XO'[self.color - 1]}), ? for help, q to quit: ", end="", flush=True)
        try:
            return input().strip()
        except EOFError:
            return "quit"

    def help(self, state):
        moves = " ".join(format_move(state.game, action) for action in state.actions())
        if state.game.gravity:
            return f"Type the number of a column. You may play: {moves}"
        return f"Type a cell like b3 (column letter, row number) or row,column like 3,2. You may play: {moves}"
